/** How the report looks, by day and by night. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f5f1, #14161a);
  --card: light-dark(#ffffff, #1c1f25);
  --ink: light-dark(#1d2129, #e8e6e1);
  --soft: light-dark(#667085, #9aa1ad);
  --rule: light-dark(#e4e1d8, #2d323b);
  --line: light-dark(#2563c9, #7aa7ff);
  --good: light-dark(#2f8f6b, #4fbf95);
  --bad: light-dark(#d0622b, #ef8a55);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 56px 24px 72px; }
header p { color: var(--soft); margin: 4px 0 0; }
h1 { font-size: 34px; line-height: 1.15; letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 21px; line-height: 1.3; letter-spacing: -0.01em; margin: 0 0 6px; }
h2 b { color: var(--soft); font-weight: 400; margin-right: 8px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; margin: 32px 0 24px; background: var(--rule); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
dl div { background: var(--card); padding: 14px 18px; }
dt { color: var(--soft); font-size: 13px; }
dd { margin: 0; font-size: 24px; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
dd small { display: block; color: var(--soft); font-size: 13px; letter-spacing: 0; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 26px 28px; margin-top: 24px; }
section > p { margin: 0 0 18px; max-width: 70ch; }
figure { margin: 0 0 20px; }
figcaption { color: var(--soft); font-size: 13px; margin-bottom: 6px; }
figure svg { --plot-background: var(--card); font-family: inherit; max-width: 100%; overflow: visible; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
th { color: var(--soft); font-weight: 500; text-align: left; border-bottom: 1px solid var(--rule); }
td { border-bottom: 1px solid var(--rule); white-space: pre; }
tr:last-child td { border-bottom: 0; }
th, td { padding: 6px 18px 6px 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code, pre, .key { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
pre { margin: 12px 0 0; overflow-x: auto; line-height: 1.5; }
details { margin-top: 16px; color: var(--soft); }
summary { cursor: pointer; font-size: 13px; }
footer { margin-top: 40px; color: var(--soft); font-size: 14px; }
footer h2 { color: var(--ink); }
@media (max-width: 600px) { main { padding: 32px 14px; } section { padding: 20px 16px; } h1 { font-size: 27px; } }
@media print { body { background: none; } section { break-inside: avoid; } }
`;
