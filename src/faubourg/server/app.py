"""The ASGI application: routers, middleware, lifespan, and responses to errors."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

import faubourg
from faubourg.core.errors import FaubourgError
from faubourg.core.game import games
from faubourg.core.text import Text
from faubourg.server.actions.history import Moments
from faubourg.server.actions.people import PeopleReports
from faubourg.server.actions.pictures import Pictures
from faubourg.server.actions.reviews import Reviews
from faubourg.server.actions.sheets import Sheets
from faubourg.server.actions.studies import Clients
from faubourg.server.errors import BadRequest, Refused
from faubourg.server.runtime import gc_tuning
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.clocks import ClockKeeper
from faubourg.server.runtime.housekeeping import Housekeeping
from faubourg.server.runtime.push import Push, vapid_of
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.sandbox import Sandbox
from faubourg.server.runtime.studies import Studies
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.runtime.workers import Workers
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store
from faubourg.server.web import (
    boxes,
    challenges,
    previews,
    push,
    puzzles,
    reviews,
    sheets,
    socket,
    static,
    studies,
    tables,
)
from faubourg.server.web.connections import Connections
from faubourg.server.web.forwarded import ForwardedMiddleware
from faubourg.server.web.middleware import GuardMiddleware
from faubourg.server.web.rate_limits import RateLimits
from faubourg.server.web.responses import JsonResponse, refusal
from faubourg.server.web.schemas import Problem
from faubourg.server.web.sharing import LanSharing

log = logging.getLogger(__name__)
NOT_UNDERSTOOD = Text("Not understood: {why}.", "Requête incomprise : {why}.")
NO_PAGE = Text("There is nothing here.", "Il n'y a rien ici.")
NO_METHOD = Text("This can't be done here.", "Cela ne se fait pas ici.")
COMPRESSED_FROM = 1500  # bytes: what fits into one packet is sent as it is


def create_app(settings: Settings) -> FastAPI:
    """The application; its database is opened when it starts."""
    app = FastAPI(
        title="Faubourg",
        version=faubourg.__version__,
        summary="Tables for town-building board games: people and bots, and no move is ever lost.",
        lifespan=_lifespan,
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # an address is right or it is not
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings = settings
    app.state.limits = RateLimits(settings)
    app.state.connections = Connections(settings, app.state.limits)
    app.state.live = {}  # the live connections, each with its client
    app.state.sharing = LanSharing(settings)
    app.state.moments = Moments()
    app.include_router(tables.router)
    app.include_router(reviews.router)
    app.include_router(boxes.router)
    app.include_router(studies.router)
    app.state.study_clients = Clients()
    app.include_router(previews.router)
    app.include_router(puzzles.router)
    app.include_router(sheets.router)
    app.include_router(push.router)
    app.include_router(challenges.router)
    app.state.pages = static.Pages()
    app.include_router(
        static.router(app.state.pages, lambda id: _game_of(app, id), previews.head_of)
    )
    app.add_exception_handler(FaubourgError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_bad_request)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_middleware(socket.LivePlay)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM)
    app.add_middleware(
        GuardMiddleware,
        settings=settings,
        limits=app.state.limits,
        connections=app.state.connections,
        sharing=app.state.sharing,
    )
    if settings.behind_proxy:
        app.add_middleware(ForwardedMiddleware, proxies=settings.proxies)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


async def _game_of(app: FastAPI, id: str) -> str | None:
    """What is played at a table; None where that can't be told, which the page itself then says."""
    rooms: Rooms | None = getattr(app.state, "rooms", None)  # none before it has started
    if rooms is None:
        return None
    try:
        return (await rooms.get(id)).table.game.name
    except FaubourgError:
        return None


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database, settings.lease)
    workers = Workers(settings.thinkers, settings.search_threads)
    sandbox = app.state.sandbox = Sandbox()
    pictures = app.state.pictures = Pictures(app.state.moments)
    app.state.sheets = Sheets(sandbox)
    warmup = app.state.warmup = Warmup(games())
    rooms = app.state.rooms = Rooms(settings, store, workers, warmup)
    running_reviews = app.state.reviews = Reviews(rooms)
    if not rooms.is_alone:
        workers.start()  # the bots of a process that dies are to move here at once
    warmup.start()
    clocks = app.state.clocks = ClockKeeper(rooms)
    await clocks.beat()  # what is counted while this starts is none of the players' time
    vapid = vapid_of(settings)
    pushing = app.state.push = None if vapid is None else Push(rooms, vapid)
    housekeeping = Housekeeping(rooms, BotDriver(rooms), clocks, pushing)
    housekeeping.start()
    running_studies = app.state.studies = Studies(settings, store)
    app.state.people = PeopleReports(rooms, running_studies)
    if settings.workshop:
        running_studies.start()
    gc_tuning.start()
    app.state.pages.warn()
    log.info("started", extra={"server": store.process})
    try:
        yield
    finally:
        await warmup.stop()
        await housekeeping.stop()
        await running_studies.stop()
        running_reviews.stop()
        await rooms.close()
        try:
            await store.clear_presence()
        finally:
            workers.close()
            sandbox.close()
            pictures.close()
            store.close()
            log.info("stopped", extra={"server": store.process})


# ---------------------------------------------------------------- refusals


async def _on_refusal(request: Request, error: Exception) -> JsonResponse:
    assert isinstance(error, FaubourgError)
    return refusal(error)


async def _on_bad_request(request: Request, error: Exception) -> JsonResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    why = f"{where}: {first['msg']}"[:200]
    return refusal(BadRequest("request", NOT_UNDERSTOOD.format(why=why)))


async def _on_http(request: Request, error: Exception) -> Response:
    """Pages that don't exist, methods that don't fit, bodies that are no JSON."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and static.wants_page(request):
        pages: static.Pages = request.app.state.pages
        return pages.page(request, 404)
    known = {404: ("no-page", NO_PAGE), 405: ("no-method", NO_METHOD)}
    other = NOT_UNDERSTOOD.format(why=str(error.detail))
    code, text = known.get(error.status_code, ("request", other))
    response = refusal(Refused(code, text))
    response.status_code = BadRequest.status if error.status_code == 400 else error.status_code
    response.headers.update(error.headers or {})
    return response


# ---------------------------------------------------------------- OpenAPI


def _openapi(app: FastAPI) -> dict[str, Any]:
    """OpenAPI, without FastAPI's own form of refusals, which we don't use."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, summary=app.summary, routes=app.routes
        )
        schemas = schema["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas[Problem.__name__] = Problem.model_json_schema()
        app.openapi_schema = schema
    return app.openapi_schema
