import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** One request as the test server saw it. */
export interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface TestServer {
  url: string;
  seen: Seen[];
  close: () => Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
};

/** A server on a free loopback port that answers as `answer` says and remembers what it was asked. */
export async function serve(answer: (seen: Seen, response: ServerResponse) => void): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const one = { path: request.url ?? "", headers: request.headers, body: await read(request) };
    seen.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the test server has no port");
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${address.port}`, seen, close };
}

/** Answers with a JSON body, and a status other than 200 where given. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
