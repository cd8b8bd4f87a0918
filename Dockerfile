# Debian's PostgreSQL client must not be older than the server of docker-compose.yml: trixie has 17.
FROM python:3.13-slim-trixie

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    VAR_DIR=/var/lib/wallchart \
    STATIC_ROOT=/srv/static

# pg_dump copies the database before an upgrade.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/wallchart
COPY requirements-server.txt .
RUN pip install --no-cache-dir --require-hashes --requirement requirements-server.txt
COPY . .
# Collected as root, read by everyone; the key is for this one step and kept nowhere.
RUN useradd --system --create-home --home-dir "$VAR_DIR" wallchart \
    && SECRET_KEY=collecting python manage.py collectstatic --no-input --verbosity 0

USER wallchart
VOLUME /var/lib/wallchart
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s CMD ["python", "-m", "config.healthcheck"]
CMD ["sh", "-c", "python manage.py prepare && exec gunicorn --config python:config.gunicorn --bind 0.0.0.0:8000 --workers ${WEB_CONCURRENCY:-2} config.wsgi"]
