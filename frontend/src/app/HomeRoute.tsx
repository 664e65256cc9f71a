/** Home; filled by the parts of the portfolio. */
export default function HomeRoute() {
  return <h1>Net worth</h1>;
}
