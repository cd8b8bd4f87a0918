"""/rules/: the glossary."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.rules, name="rules"),
    path("published-orders/", views.published_orders, name="published-orders"),
    path("<slug:system>/", views.rule, name="rule"),
]
