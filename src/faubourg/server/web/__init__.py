"""HTTP and WebSocket: routes, schemas, middleware, the files of the page."""
