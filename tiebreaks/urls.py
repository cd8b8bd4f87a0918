"""/rules/: the glossary."""

from django.urls import path

from . import views

urlpatterns = [path("", views.rules, name="rules")]
