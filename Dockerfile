# A house in a container: docs/operations.md, "In a container". Built from a checkout; every package is checked against its hash.
#
#     docker build -t pitboss .
#     docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#         -p 127.0.0.1:8000:8000 -v house:/var/lib/pitboss -v cache:/var/cache/pitboss pitboss serve --demo --host 0.0.0.0

FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY requirements/runtime.txt requirements/
RUN python -m venv /opt/pitboss \
    && /opt/pitboss/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY tools tools
COPY docs docs
COPY src src
# The build backend is in the lock; no index is asked.
RUN /opt/pitboss/bin/python -m hatchling build -t wheel -d /wheel \
    && /opt/pitboss/bin/pip install --no-cache-dir --no-index --no-deps /wheel/pitboss-*.whl

FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="pitboss" org.opencontainers.image.licenses="MIT"
# The record with its key, and compiled code: the only places that are written to, so that the rest can be read-only.
RUN groupadd --system --gid 10001 pitboss \
    && useradd --system --uid 10001 --gid pitboss --home-dir /var/lib/pitboss --shell /usr/sbin/nologin pitboss \
    && install -d -o pitboss -g pitboss -m 0700 /var/lib/pitboss /var/cache/pitboss
COPY --from=build /opt/pitboss /opt/pitboss
ENV PATH="/opt/pitboss/bin:$PATH" \
    PITBOSS_DATABASE=/var/lib/pitboss/house.db \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/var/cache/pitboss \
    MPLCONFIGDIR=/var/cache/pitboss/matplotlib
USER 10001:10001
WORKDIR /var/lib/pitboss
VOLUME ["/var/lib/pitboss", "/var/cache/pitboss"]
EXPOSE 8000
# Any answer counts: a house with names of its own answers 421 to this address.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
    CMD ["python", "-c", "import http.client as h, os, sys; c = h.HTTPConnection('127.0.0.1', int(os.environ.get('PITBOSS_PORT', '8000')), timeout=4); c.request('GET', '/health/live'); sys.exit(c.getresponse().status >= 500)"]
ENTRYPOINT ["pitboss"]
CMD ["serve"]
