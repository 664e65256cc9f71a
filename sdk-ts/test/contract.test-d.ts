import { expectTypeOf, test } from "vitest";
import type { components, paths } from "../src/generated/schema.js";
import type * as sdk from "../src/index.js";

type Schemas = components["schemas"];
type Operation<P extends keyof paths> = paths[P] extends { post: infer O } ? O : never;
type Body<P extends keyof paths> =
  Operation<P> extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
type Data<P extends keyof paths> =
  Operation<P> extends {
    responses: { 200: { content: { "application/json": { data: infer D } } } };
  }
    ? D
    : never;
type Answer<F extends (...parameters: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

test("two independent generators read the description alike", () => {
  expectTypeOf<sdk.Portfolio>().toEqualTypeOf<Schemas["Portfolio"]>();
  expectTypeOf<sdk.Coverage>().toEqualTypeOf<Schemas["Coverage"]>();
  expectTypeOf<sdk.SyncSource>().toEqualTypeOf<Schemas["SyncSource"]>();
  expectTypeOf<Parameters<typeof sdk.getBalance>[0]>().toEqualTypeOf<Body<"/api/wallet/user-wallet/get-balance">>();
  expectTypeOf<Answer<typeof sdk.getBalance>>().toEqualTypeOf<Data<"/api/wallet/user-wallet/get-balance">>();
  expectTypeOf<Answer<typeof sdk.createUser>>().toEqualTypeOf<Data<"/api/organisation/user/create-user">>();
  expectTypeOf<Answer<typeof sdk.explainFigure>>().toEqualTypeOf<Data<"/api/wallet/figure/explain">>();
});
