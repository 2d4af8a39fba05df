/** Legible on screen in light and dark, at any width, and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1d232b, #e6e9ee); --soft: light-dark(#5a6572, #a4adb9);
  --page: light-dark(#f6f7f9, #14181d); --card: light-dark(#fff, #1c2229); --line: light-dark(#d9dee4, #343c46);
  --good: light-dark(#1b6e3c, #7fd8a0); --bad: light-dark(#b3261e, #ffb4ab); --link: light-dark(#0b5cad, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.6rem; margin: 0 0 4px; } h2 { font-size: 1.2rem; margin: 32px 0 8px; }
a { color: var(--link); } a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.verdict { font-size: 1.15rem; font-weight: 600; margin: 0 0 16px; } .good { color: var(--good); } .bad { color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px; margin: 0; }
.facts div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.1rem; font-variant-numeric: tabular-nums; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: 8px 12px; color: var(--soft); }
th, td { text-align: left; vertical-align: top; padding: 6px 12px; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
.totals td { text-align: right; font-variant-numeric: tabular-nums; } .totals thead th { text-align: right; }
.totals th[scope=row], .totals thead th:first-child, .totals [scope=colgroup] { text-align: left; }
.totals [scope=colgroup] { border-left: 1px solid var(--line); } tfoot { font-weight: 600; }
tr.discrepancy td { color: var(--bad); } tr.overruled td, tr.skipped td { color: var(--soft); } td.bad { font-weight: 700; }
details { margin: 8px 0; } summary { cursor: pointer; padding: 8px 4px; min-height: 24px; font-weight: 600; }
summary span { color: var(--soft); font-weight: 400; }
@media print { .wide { overflow: visible; } details { break-inside: avoid; } }
`;
