/** A request as the shop's `order()` gets it, to decide who may see the order. The body is not in it. */
export interface OrderRequest {
  /** The HTTP method in upper case, such as `GET`. */
  readonly method: string;
  /** The path and query, or the full URL. */
  readonly url: string;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /**
   * The address of the client. Undefined when the runtime does not provide it, as with a web-standard `Request`.
   * Adapters read it from the connection at once: it is lost when the client disconnects.
   */
  readonly address?: string | undefined;
  /**
   * The framework's own request: a `Request`, or a Node or Fastify request with the properties that the shop has added
   * (a session).
   */
  readonly raw: unknown;
  /**
   * The `visitor` that the shop's own code passed to `checkout.payments.create`. Undefined for requests of browsers.
   */
  readonly visitor?: string;
}
