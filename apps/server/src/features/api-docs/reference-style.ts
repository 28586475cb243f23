/** Style sheet of the API reference. It loads nothing. */
export const REFERENCE_STYLE = `
:root{color-scheme:light dark;--surface:light-dark(#fff,#111418);--raised:light-dark(#f5f6f8,#1a1e24);
--line:light-dark(#dfe2e7,#2c323a);--ink:light-dark(#1a1d21,#e8eaed);--quiet:light-dark(#59606a,#9aa3ae);
--accent:light-dark(#2456c8,#8db0ff);font:14px/1.5 system-ui,sans-serif;background:var(--surface);color:var(--ink)}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:18rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line);
background:var(--raised)}
nav ul{list-style:none;margin:4px 0 16px;padding:0}
nav li a{display:block;padding:3px 0;color:var(--ink);text-decoration:none}
nav a:hover{text-decoration:underline}
main{padding:24px;max-width:72rem}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{font-size:28px;margin:0 0 16px}
h2{font-size:20px;margin:40px 0 8px}
h3{font-size:16px;margin:0 0 4px}
h3 a{color:inherit;text-decoration:none}
h4{margin:20px 0 4px}
.operation,.schema{padding:24px 0;border-top:1px solid var(--line);scroll-margin-top:8px}
.call{margin:0;overflow-wrap:anywhere}
.call b{color:var(--accent)}
.call b.delete{color:light-dark(#b3261e,#ff8f86)}
code,pre{font:13px/1.5 ui-monospace,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--raised);padding:12px;border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;
overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}
td:first-child{min-width:7rem}
td ul{margin:0;padding-left:16px}
small{color:var(--quiet);font-size:12px}
summary{cursor:pointer;padding:8px 0;min-height:24px}
@media (max-width:768px){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;
border-bottom:1px solid var(--line)}main{padding:16px}table,tbody,tr,td{display:block}thead{display:none}
tr{padding:8px 0;border-bottom:1px solid var(--line)}td{padding:0;border:0}nav li a{padding:10px 0}}
`;
