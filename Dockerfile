# The app in a container, from the same lock as everything else; docs/operations.md tells how to run it.
FROM python:3.12-slim
RUN useradd --system --create-home --home-dir /data pyramido
WORKDIR /app
COPY requirements.lock .
RUN python -m pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY assistant assistant
COPY templates templates
COPY static static
COPY calibration calibration
USER pyramido
ENV DATABASE=/data/tables.sqlite3 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
CMD ["python", "-m", "assistant", "serve", "--host", "0.0.0.0"]
