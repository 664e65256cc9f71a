// A JSON-RPC client for a node on this machine.

/** Only ends a request that is never answered: a busy machine may take long. */
const TIMEOUT_MS = 120_000;
/** The number of calls in one request: large enough to be fast, small enough for the node's body limit. */
const BATCH = 200;

/** A node's answer with an `error` member. */
export class RpcError extends Error {}

export class Rpc {
  #url;
  #headers;
  #id = 0;

  /** `url` may contain a user name and a password. */
  constructor(url) {
    const { username, password, origin } = new URL(url);
    this.#url = origin;
    this.#headers = { "content-type": "application/json" };
    if (username) this.#headers.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }

  get url() {
    return this.#url;
  }

  /** The result of one call. Throws RpcError when the node refuses it. */
  async call(method, params = []) {
    const answer = await this.#post(this.#request(method, params));
    if (answer.error) throw new RpcError(`${method}: ${answer.error.message} ${answer.error.data ?? ""}`);
    return answer.result;
  }

  /** The results of many calls, in the order of the calls; null if the node refused one. */
  async callAll(calls) {
    const results = [];
    for (let start = 0; start < calls.length; start += BATCH) {
      const requests = calls.slice(start, start + BATCH).map(([method, params]) => this.#request(method, params));
      const answers = new Map((await this.#post(requests)).map((answer) => [answer.id, answer]));
      results.push(...requests.map(({ id }) => answers.get(id)?.result ?? null));
    }
    return results;
  }

  #request(method, params) {
    return { jsonrpc: "2.0", id: ++this.#id, method, params };
  }

  async #post(body) {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.json();
  }
}
