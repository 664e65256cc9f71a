import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { AssetLine } from "./AssetLine";
import { AssetPanel } from "./AssetPanel";
import { slicesBy } from "./allocation";
import { viewRows } from "./assetView";
import { HiddenAssets } from "./HiddenAssets";
import { part, portfolio, row } from "./portfolio.test-data";
import { SliceHoldings } from "./SliceHoldings";

afterEach(cleanup);

const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const [hostile] = viewRows(
  portfolio([
    row("evil", "5", {
      name: markup,
      symbol: "<b>EVIL</b>",
      state: "partly_priced",
      reasons: [{ code: "unreadable", text: markup }],
      parts: [
        part({
          value: "5",
          wallet_label: markup,
          chain_name: markup,
          explorer_url: "https://etherscan.io/address/0x8a12",
        }),
      ],
    }),
  ]),
);
if (!hostile) throw new Error("no row");

const nothing = () => undefined;

test("the name of a contract is rendered as text only", () => {
  const [slice] = slicesBy("asset", portfolio([]), [hostile], new Map());
  if (!slice) throw new Error("no slice");
  const actions = { onSetPrice: nothing, onClearPrice: nothing, onHide: nothing, onRemoveToken: nothing };
  const { baseElement: container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <table>
          <tbody>
            <AssetLine
              row={hostile}
              currency="USD"
              colour="var(--c1)"
              sorted="value"
              gains="none"
              line={null}
              hasOpenPlaces={false}
              onPlaces={nothing}
              isOpen
              onOpen={nothing}
              actions={actions}
            />
          </tbody>
        </table>
        <AssetPanel
          row={hostile}
          currency="USD"
          visitorToken={undefined}
          colour="var(--c1)"
          chainColours={new Map()}
          move={undefined}
          hasCosts={false}
          history={null}
          actions={actions}
          onClose={nothing}
        />
        <SliceHoldings slice={slice} currency="USD" onLeave={nothing} />
        <HiddenAssets
          hidden={[
            {
              asset: "eip155:1/erc20:evil",
              symbol: markup,
              name: markup,
              chain: "eip155:1",
              amount: "1",
              rule: "spam",
              text: markup,
            },
          ]}
          onShow={nothing}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(container.textContent).toContain(markup);
  expect(container.querySelectorAll("img, script, iframe, [onerror], [onclick]")).toHaveLength(0);
  const links = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links.every((href) => href?.startsWith("https://") || href?.startsWith("/?asset="))).toBe(true);
});
