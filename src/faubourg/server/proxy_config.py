"""`faubourg proxy-config`: the configuration of a stock proxy, HAProxy or nginx, before server
processes. All clients of a table meet in one process, by consistent hashing on the table's id."""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from faubourg.core.checks import check_count, not_allowed
from faubourg.core.errors import OptionError
from faubourg.core.options import unknown
from faubourg.core.text import Text
from faubourg.server.settings import Settings
from faubourg.server.table.keys import ID_LENGTH

SERVER = re.compile(r"(?:(?P<name>[a-z][a-z0-9_-]{0,30})=)?(?P<host>[\w.-]+|\[[0-9a-fA-F:.]+\])")
LISTEN = re.compile(r"[\w.-]*|\*|\[[0-9a-fA-F:.]+\]")
FILE = re.compile(r"[^\s;{}\"'#\\]+")
DEFAULT_SERVER = f"127.0.0.1:{Settings('sqlite://').port}"
# Only tables have ids in their paths: a new table, a code or a page may go to any process.
TABLE_PATH = f"/api/tables/([a-z0-9]{{{ID_LENGTH}}})(/|$)"
CONNECTIONS = 12000
HSTS = "max-age=31536000"

SERVERS = Text(
    "HOST:PORT or NAME=HOST:PORT, as 127.0.0.1:8472 or one=10.0.0.5:8472",
    "HÔTE:PORT ou NOM=HÔTE:PORT, comme 127.0.0.1:8472 ou un=10.0.0.5:8472",
)
ADDRESSES = Text(
    ":PORT or ADDRESS:PORT, as :8080 or 127.0.0.1:8080",
    ":PORT ou ADRESSE:PORT, comme :8080 ou 127.0.0.1:8080",
)
FILES = Text(
    "the path of a file, without spaces or any of ; { } # \\ and quotes",
    "le chemin d'un fichier, sans espace ni aucun de ; { } # \\ ni guillemet",
)
TWICE = Text("Two servers are called '{name}'.", "Deux serveurs s'appellent « {name} ».")
ONE_TLS = Text(
    "TLS ends at the proxy (--certificate) or is passed through (--tls-passthrough): choose one.",
    "Le TLS se termine au mandataire (--certificate) ou le traverse (--tls-passthrough) : "
    "choisissez.",
)
NEEDS_CERTIFICATE = Text(
    "{option} needs a certificate: add --certificate FILE.",
    "{option} demande un certificat : ajoutez --certificate FICHIER.",
)
NEEDS_KEY = Text(
    "nginx reads the certificate's key from a file of its own: add --key FILE.",
    "nginx lit la clé du certificat dans un fichier à part : ajoutez --key FICHIER.",
)
HAPROXY_ONLY = Text(
    "{option} is for HAProxy only; nginx does it in another way, which is not written here.",
    "{option} est réservé à HAProxy ; nginx s'y prend autrement, ce qui n'est pas écrit ici.",
)
NGINX_ONLY = Text(
    "{option} is for nginx only: HAProxy wants certificate and key in one file.",
    "{option} est réservé à nginx : HAProxy veut certificat et clé dans un seul fichier.",
)


@dataclass(frozen=True)
class Wanted:
    """The options of the command, as typed."""

    servers: Sequence[str] = ()
    listen: str = ":8080"
    certificate: str | None = None
    key: str | None = None  # nginx
    redirect: str | None = None  # from plain HTTP at this address
    tls_passthrough: bool = False  # HAProxy
    accept_proxy: bool = False  # HAProxy
    resolve: bool = False  # HAProxy
    connections: int = CONNECTIONS
    per_client: int = Settings("sqlite://").sockets_per_client

    def command(self, kind: str) -> str:
        """The command line that asks for this."""
        words = ["faubourg", "proxy-config", kind]
        for field in fields(self):
            value, option = getattr(self, field.name), "--" + field.name.replace("_", "-")
            if field.name == "servers":
                words += [word for server in value for word in ("--server", server)]
            elif value is True:
                words.append(option)
            elif value != field.default:
                words += [option, str(value)]
        return shlex.join(words)


@dataclass(frozen=True)
class Server:
    name: str
    host: str
    port: int

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"


def proxy_config(kind: str, wanted: Wanted) -> str:
    """The text of a configuration; OptionError says what does not fit."""
    if kind not in WRITERS:
        raise unknown("proxy", kind, list(WRITERS))
    servers = read_servers(wanted.servers or [DEFAULT_SERVER])
    _check_address("listen", wanted.listen)
    if wanted.redirect is not None:
        _check_address("redirect", wanted.redirect)
    for name, file in (("certificate", wanted.certificate), ("key", wanted.key)):
        if file is not None and not FILE.fullmatch(file):
            raise not_allowed(name, file, FILES)
    check_count("connections", wanted.connections)
    check_count("per-client", wanted.per_client)
    if wanted.redirect is not None and wanted.certificate is None:
        raise OptionError("redirect", NEEDS_CERTIFICATE.format(option="--redirect"))
    if wanted.tls_passthrough and wanted.certificate is not None:
        raise OptionError("tls-passthrough", ONE_TLS)
    return f"# {wanted.command(kind)}\n{WRITERS[kind](servers, wanted)}"


def read_servers(given: Sequence[str]) -> list[Server]:
    servers: list[Server] = []
    for index, word in enumerate(given, start=1):
        place, _, port = word.rpartition(":")
        found = SERVER.fullmatch(place)
        if found is None or not _is_port(port):
            raise not_allowed("server", word, SERVERS)
        server = Server(found["name"] or f"faubourg{index}", found["host"], int(port))
        if any(server.name == other.name for other in servers):
            raise OptionError("server", TWICE.format(name=server.name))
        servers.append(server)
    return servers


def _check_address(name: str, given: str) -> None:
    host, colon, port = given.rpartition(":")
    if not colon or not LISTEN.fullmatch(host) or not _is_port(port):
        raise not_allowed(name, given, ADDRESSES)


def _is_port(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < int(word) < 2**16


# ---------------------------------------------------------------- HAProxy


def haproxy(servers: Sequence[Server], wanted: Wanted) -> str:
    if wanted.key is not None:
        raise OptionError("key", NGINX_ONLY.format(option="--key"))
    parts = [_haproxy_global(wanted)]
    if wanted.tls_passthrough:
        parts.append(_haproxy_tcp(servers, wanted))
    else:
        parts += [_haproxy_frontend(wanted), _haproxy_backend(servers, wanted)]
    if wanted.resolve:
        parts.append("resolvers names\n    parse-resolv-conf\n    hold valid 10s\n")
    return "\n".join(parts)


def _haproxy_global(wanted: Wanted) -> str:
    mode = "tcp" if wanted.tls_passthrough else "http"
    text = f"""\
global
    log stdout format raw local0
    maxconn {wanted.connections}

defaults
    mode {mode}
    log global
    option {mode}log
    option dontlognull
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h # a live connection may be silent while somebody thinks
    timeout check 3s # twice: more than a busy process ever needs
"""
    return text if wanted.tls_passthrough else text + "    timeout http-request 10s\n"


def _bind(wanted: Wanted) -> str:
    words = [f"    bind {wanted.listen}"]
    if wanted.accept_proxy:
        words.append("accept-proxy")
    if wanted.certificate:
        # No HTTP/2 for now: a live connection is a connection of its own in HTTP/1.1.
        words.append(f"ssl crt {wanted.certificate} alpn http/1.1")
    return " ".join(words)


def _haproxy_frontend(wanted: Wanted) -> str:
    front = ["frontend players", _bind(wanted)]
    if wanted.redirect:
        front.append(f"    bind {wanted.redirect}")
        front.append("    http-request redirect scheme https unless { ssl_fc }")
    front += [
        "    # Behind a proxy all connections are the proxy's, so clients are counted here.",
        "    stick-table type ipv6 size 100k expire 1m store conn_cur",
        "    tcp-request session track-sc0 src",
        f"    tcp-request session reject if {{ sc0_conn_cur gt {wanted.per_client} }}",
        "    # The server believes these headers, so nobody else may write them.",
        "    http-request set-header X-Forwarded-For %[src]",
        "    http-request set-header X-Forwarded-Proto https if { ssl_fc }",
        "    http-request set-header X-Forwarded-Proto http unless { ssl_fc }",
        "    # Figures about the server are for whoever runs it.",
        "    http-request deny if { path,url_dec -m str /metrics }",
        "    # All clients of a table meet in one process; what names no table goes to any.",
        f"    http-request set-var(txn.table) path,field(4,/) if {{ path_reg ^{TABLE_PATH} }}",
    ]
    if wanted.certificate:
        front.append(f"    http-response set-header Strict-Transport-Security {HSTS}")
    front.append("    default_backend servers\n")
    return "\n".join(front)


def _haproxy_backend(servers: Sequence[Server], wanted: Wanted) -> str:
    back = """\
backend servers
    balance hash var(txn.table)
    hash-type consistent sdbm avalanche
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
    # What did not reach a process is sent to the next one at once. Nothing that might have been
    # done is sent twice: clients ask again themselves.
    option redispatch 1
    retries 3
    retry-on conn-failure empty-response 503
    http-request disable-l7-retry unless METH_GET
    default-server check inter 1s fastinter 250ms fall 2 rise 2
"""
    if len(servers) > 1:
        back += """\
    # A process that is frozen keeps its connections: end them, so that players go elsewhere.
    default-server on-marked-down shutdown-sessions
"""
    return back + _haproxy_servers(servers, wanted)


def _haproxy_servers(servers: Sequence[Server], wanted: Wanted) -> str:
    lines = []
    if wanted.resolve:
        lines.append("    # A server may come later than the proxy, and at another address.")
        lines.append("    default-server init-addr last,libc,none resolvers names")
    lines += [f"    server {server.name} {server.address}" for server in servers]
    return "\n".join(lines) + "\n"


def _haproxy_tcp(servers: Sequence[Server], wanted: Wanted) -> str:
    """TLS is not opened: nothing of a request is seen but the address that it comes from."""
    head = f"""\
# TLS goes through unopened: the servers here are proxies with the certificate (--certificate,
# --accept-proxy), and these know the paths and route by table. One visitor goes to one of them.
listen players
{_bind(wanted)}
    balance source
    hash-type consistent sdbm avalanche
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
    option redispatch 1
    retries 3
    default-server check check-ssl verify none inter 1s fastinter 250ms fall 2 rise 2
    default-server send-proxy-v2 check-send-proxy on-marked-down shutdown-sessions
"""
    return head + _haproxy_servers(servers, wanted)


# ---------------------------------------------------------------- nginx


def nginx(servers: Sequence[Server], wanted: Wanted) -> str:
    for option, given in (
        ("--tls-passthrough", wanted.tls_passthrough),
        ("--accept-proxy", wanted.accept_proxy),
        ("--resolve", wanted.resolve),
    ):
        if given:
            raise OptionError(option.removeprefix("--"), HAPROXY_ONLY.format(option=option))
    if wanted.certificate is not None and wanted.key is None:
        raise OptionError("key", NEEDS_KEY)
    if wanted.key is not None and wanted.certificate is None:
        raise OptionError("key", NEEDS_CERTIFICATE.format(option="--key"))
    return "\n".join(
        [_nginx_events(wanted), _nginx_upstream(servers, wanted), _nginx_server(wanted), "}\n"]
    )


def _nginx_events(wanted: Wanted) -> str:
    # A player's connection and the one to the server.
    return f"""\
worker_processes auto;
worker_rlimit_nofile {2 * wanted.connections + 1000};

events {{
    worker_connections {2 * wanted.connections};
}}
"""


def _nginx_upstream(servers: Sequence[Server], wanted: Wanted) -> str:
    listed = "\n".join(
        f"        server {server.address} max_fails=1 fail_timeout=1s;" for server in servers
    )
    return f"""\
http {{
    # All clients of a table meet in one process; what names no table goes to any.
    map $uri $faubourg_table {{
        "~^{TABLE_PATH}" $1;
        default $request_id;
    }}
    map $http_upgrade $faubourg_connection {{
        default upgrade;
        "" "";
    }}
    # Behind a proxy all connections are the proxy's, so clients are counted here.
    limit_conn_zone $binary_remote_addr zone=clients:10m;
    limit_conn clients {wanted.per_client};
    client_header_timeout 10s;
    client_body_timeout 10s;
    upstream faubourg {{
        hash $faubourg_table consistent;
{listed}
    }}
"""


def _nginx_server(wanted: Wanted) -> str:
    lines = [f"    server {{\n        listen {_nginx_address(wanted.listen)}"]
    if wanted.certificate:
        lines[0] += " ssl"
        lines.append(f"        ssl_certificate {wanted.certificate};")
        lines.append(f"        ssl_certificate_key {wanted.key};")
        lines.append("        ssl_session_cache shared:faubourg:10m;")
        lines.append(f"        add_header Strict-Transport-Security {HSTS} always;")
    lines[0] += ";"
    server = (
        "\n".join(lines)
        + """
        # Figures about the server are for whoever runs it.
        location = /metrics {
            return 403;
        }
        location / {
            proxy_pass http://faubourg;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            # The server believes these headers, so nobody else may write them.
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $faubourg_connection;
            # What did not reach a process is sent to the next one at once. Nothing that might
            # have been done is sent twice: clients ask again themselves.
            proxy_connect_timeout 2s;
            proxy_next_upstream error timeout http_503;
            proxy_next_upstream_tries 3;
            # A live connection says something every 15 seconds.
            proxy_read_timeout 60s;
            proxy_buffering off;
            client_max_body_size 1m;
        }
    }
"""
    )
    if wanted.redirect:
        server += f"""
    server {{
        listen {_nginx_address(wanted.redirect)};
        return 302 https://$host$request_uri;
    }}
"""
    return server


def _nginx_address(given: str) -> str:
    """nginx has no `:8080`: the port alone means every address."""
    return given.removeprefix(":")


Writer = Callable[[Sequence[Server], Wanted], str]
WRITERS: dict[str, Writer] = {"haproxy": haproxy, "nginx": nginx}
