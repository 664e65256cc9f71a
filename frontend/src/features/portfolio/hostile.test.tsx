// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AssetLine } from "./AssetLine";
import { viewRows } from "./assetView";
import { ChosenAsset } from "./ChosenAsset";
import { HiddenAssets } from "./HiddenAssets";
import { part, portfolio, row } from "./portfolio.test-data";
import { segments } from "./shares";

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

test("what a contract calls itself stands in the page as text and becomes nothing else", () => {
  const [segment] = segments([hostile], null, new Map());
  if (!segment) throw new Error("no segment");
  const { container } = render(
    <>
      <table>
        <tbody>
          <AssetLine
            row={hostile}
            currency="USD"
            colour="var(--c1)"
            chainColours={new Map()}
            sorted="value"
            largestShare={null}
            open
            onOpen={nothing}
            steps={{ onSetPrice: nothing, onClearPrice: nothing, onHide: nothing, onRemoveToken: nothing }}
          />
        </tbody>
      </table>
      <ChosenAsset segment={segment} currency="USD" />
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
    </>,
  );
  expect(container.textContent).toContain(markup);
  expect(container.querySelectorAll("img, script, iframe, [onerror], [onclick]")).toHaveLength(0);
  const links = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links.every((href) => href?.startsWith("https://"))).toBe(true);
});
