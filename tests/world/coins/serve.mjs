// A mock Esplora server in front of a node: the product sends GET requests below /api, the test POST / (JSON-RPC).
// usage: node serve.mjs <bitcoin | litecoin> <URL of the node's JSON-RPC> <port>
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Rpc } from "../rpc.mjs";
import { Bank } from "./bank.mjs";
import { answer } from "./esplora.mjs";
import { KINDS } from "./kinds.mjs";
import { Ledger } from "./ledger.mjs";

const [coin, url, port] = process.argv.slice(2);
const kind = KINDS[coin];
const rpc = new Rpc(url);
const ledger = new Ledger(rpc);
const bank = new Bank(rpc, ledger, kind);

/** Waits until the node answers. */
const awake = async () => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await rpc.call("getbestblockhash");
    } catch (error) {
      if (tries === 400) throw error;
      await sleep(25);
    }
  }
};

const read = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts));
};

const ORDERS = ["addresses", "pay", "mine", "reorg"];

const obey = async ({ id, method, params }) => {
  try {
    if (!ORDERS.includes(method)) throw new Error(`${method} is no order`);
    const result = await bank[method](params);
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: { code: -1, message: String(error) } };
  }
};

const serve = async (request, response) => {
  await ledger.follow();
  if (request.method === "POST") {
    const result = await obey(await read(request));
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify(result));
  }
  const { status, type, body } = answer(request.url.replace(/^\/api/, ""), ledger, kind);
  response.writeHead(status, { "content-type": type });
  return response.end(body);
};

// Requests are handled sequentially, so that each answer is from one state of the ledger.
let turn = Promise.resolve();
await awake();
await bank.open();
createServer((request, response) => {
  turn = turn.then(() => serve(request, response)).catch((error) => response.writeHead(500, { "content-type": "text/plain" }).end(String(error)));
}).listen(Number(port), "127.0.0.1");
