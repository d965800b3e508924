/**
 * The widget's one style sheet. A page themes it through the `--crs-*` properties; its other
 * rules stop at the shadow root, and `!important` keeps them off the host.
 */
export const STYLES = `
:host{all:initial!important;position:fixed!important;inset:auto 0 0 auto!important;width:0!important;height:0!important;display:block!important;visibility:visible!important;opacity:1!important;z-index:var(--crs-z-index,2147483000)!important}
:host([hidden]){display:none!important}
*,::before,::after{box-sizing:border-box}
[hidden]{display:none!important}
.root{
--tenant-accent:initial;--tenant-on-accent:initial;--sheet-top:initial;--sheet-height:initial;
--accent:var(--crs-accent,var(--tenant-accent,#1d4ed8));
--on-accent:var(--crs-on-accent,var(--tenant-on-accent,#fff));
--edge:rgb(127 127 127/.3);
--surface:var(--crs-surface,#fff);
--text:var(--crs-text,#1c1f24);
--muted:var(--crs-muted,#5b6370);
--line:var(--crs-line,#e3e6ea);
--field:#858d99;
--bubble:var(--crs-bubble,#f0f2f5);
--danger:var(--crs-danger,#b3261e);
--notice:#fff4d6;
--shadow:0 12px 40px rgb(15 23 42/.22),0 2px 8px rgb(15 23 42/.12);
--radius:var(--crs-radius,18px);
--tail:18px 18px 18px 5px;
--own-tail:18px 18px 5px 18px;
--x:var(--crs-offset-x,20px);
--y:var(--crs-offset-y,20px);
font:15px/1.45 var(--crs-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif);
color:var(--text);text-align:start;-webkit-text-size-adjust:100%}
.root[dir=rtl]{--tail:18px 18px 5px 18px;--own-tail:18px 18px 18px 5px}
.root[data-theme=dark]{
color-scheme:dark;
--surface:var(--crs-surface,#1b1e24);
--text:var(--crs-text,#f1f3f5);
--muted:var(--crs-muted,#a9b1bd);
--line:var(--crs-line,#343943);
--field:#7b8492;
--bubble:var(--crs-bubble,#2a2f38);
--danger:var(--crs-danger,#ffb4ab);
--notice:#43391b;
--shadow:0 12px 40px rgb(0 0 0/.6),0 0 0 1px #343943}
@supports (color:color(from red xyz-d65 x y z)){.root{--on-accent:var(--crs-on-accent,color(from var(--accent) xyz-d65 clamp(0,(.179 - y)*1e5,.9505) clamp(0,(.179 - y)*1e5,1) clamp(0,(.179 - y)*1e5,1.0888)))}}
@supports (color:color-mix(in srgb,red,red)){.root{--edge:color-mix(in srgb,var(--on-accent) 20%,transparent)}}
h2,p,ol{margin:0;padding:0}
ol{list-style:none}
button,textarea{font:inherit;color:inherit;margin:0}
button{border:0;background:none;padding:0;cursor:pointer;border-radius:10px;touch-action:manipulation}
button:disabled{cursor:default;opacity:.55}
:focus-visible{outline:2px solid var(--text);outline-offset:2px;box-shadow:0 0 0 2px var(--surface)}
.icon{display:block;width:22px;height:22px;fill:none;stroke:currentcolor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .send .icon,[dir=rtl] .end .icon{transform:scaleX(-1)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.launcher{position:fixed;bottom:calc(var(--y) + env(safe-area-inset-bottom));right:var(--x);width:60px;height:60px;border-radius:50%;display:grid;place-items:center;background:var(--accent);color:var(--on-accent);box-shadow:inset 0 0 0 1px var(--edge),0 6px 20px rgb(15 23 42/.28)}
.launcher:focus-visible{box-shadow:0 0 0 2px var(--surface)}
.launcher .icon{width:28px;height:28px}
[data-position=left] .launcher{right:auto;left:var(--x)}
.root:not([data-ready]) .launcher{animation:wait 2s step-end}
.badge{position:absolute;top:-3px;inset-inline-end:-3px;min-width:22px;height:22px;padding:0 6px;border-radius:11px;background:#c4221a;color:#fff;font-size:12px;font-weight:700;line-height:22px;text-align:center;box-shadow:0 0 0 2px var(--surface)}
.panel{position:fixed;right:var(--x);bottom:calc(var(--y) + 76px + env(safe-area-inset-bottom));display:flex;flex-direction:column;width:min(384px,100% - 2*var(--x));height:min(620px,100% - var(--y) - 96px);background:var(--surface);border-radius:var(--radius);box-shadow:var(--shadow);overflow:hidden auto;overscroll-behavior:contain;scrollbar-width:thin;scroll-padding-top:60px;outline:0}
[data-position=left] .panel{right:auto;left:var(--x)}
.header{position:sticky;top:0;z-index:1;display:flex;flex:none;align-items:center;gap:12px;padding-block:14px;padding-inline:16px 10px;background:var(--accent);color:var(--on-accent);border-bottom:1px solid var(--edge)}
.header :focus-visible{outline-color:currentcolor;outline-offset:-3px;box-shadow:none}
.who{flex:1;min-width:0}
h2{font-size:16px;font-weight:650;line-height:1.3;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.presence{font-size:13px;line-height:1.35}
.presence::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;border:1.5px solid currentcolor;vertical-align:1px}
.presence.there::before{background:currentcolor}
.presence:empty{display:none}
.tool{display:grid;place-items:center;width:44px;height:44px;flex:none}
.tool:hover{background:rgb(127 127 127/.25)}
.banner{padding:9px 16px;background:var(--notice);font-size:13px}
.banner:empty{display:none}
.banner{animation:late .5s step-end}
.log{flex:1 0 96px;overflow-y:auto;overscroll-behavior:contain;overflow-anchor:none;padding:14px 16px 12px;scrollbar-width:thin}
.log:focus-visible{outline-offset:-3px;box-shadow:none}
.older{display:block;margin:0 auto 10px;min-height:44px;padding:0 14px;color:var(--muted);font-size:13px;text-decoration:underline}
.greeting,.message{display:flex;flex-direction:column;align-items:flex-start;margin-top:3px}
.message.first{margin-top:12px}
.message:first-child{margin-top:0}
.message.visitor{align-items:flex-end}
.day{align-self:center;margin:8px 0 12px;color:var(--muted);font-size:12px;font-weight:600}
.sender,.meta{color:var(--muted);font-size:12px;padding:0 4px}
.sender{margin-bottom:3px}
.meta{margin-top:2px}
.content{max-width:86%;padding:9px 13px;border-radius:18px;background:var(--bubble);white-space:pre-wrap;overflow-wrap:anywhere}
.greeting .content,.last:not(.visitor) .content{border-radius:var(--tail)}
.visitor .content{background:var(--accent);color:var(--on-accent);box-shadow:inset 0 0 0 1px var(--edge)}
.visitor.last .content{border-radius:var(--own-tail)}
.queued .meta,.sending .meta{font-style:italic}
.failed .content{background:none;color:var(--text);box-shadow:inset 0 0 0 2px var(--danger)}
.removed .content{background:none;color:var(--muted);font-style:italic;box-shadow:inset 0 0 0 1px var(--field)}
.failed .meta{color:var(--danger)}
.content a{color:inherit;text-decoration:underline;text-underline-offset:2px}
.sources{margin-top:6px;font-size:13px}
.sources bdi{display:block}
.system{align-items:center}
.system .content{max-width:94%;padding:4px 8px;background:none;color:var(--muted);font-size:13px;text-align:center}
.files{max-width:86%;font-size:13px;overflow-wrap:anywhere}
.actions{display:flex;gap:4px}
.actions button{min-height:44px;padding:0 10px;font-size:13px;font-weight:600;text-decoration:underline}
.news{position:relative;height:0}
.news button{position:absolute;inset:auto 0 8px;width:max-content;max-width:calc(100% - 24px);margin:auto;min-height:36px;padding:6px 16px;border-radius:18px;background:var(--text);color:var(--surface);font-size:13px;font-weight:600;box-shadow:0 2px 8px rgb(15 23 42/.3)}
.typing{display:flex;align-items:center;gap:8px;min-height:24px;padding:0 18px 4px;color:var(--muted);font-size:13px}
.typing i{display:flex;gap:3px}
.typing i::before,.typing i::after,.typing b{content:"";width:6px;height:6px;border-radius:50%;background:currentcolor}
[data-asking]>:not(.header,.link-card){display:none}
.link-card{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;padding:24px;overflow-y:auto;text-align:center}
.link-card p:empty{display:none}
.ask{font-size:18px;font-weight:650}
.choice{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:10px 16px;border-top:1px solid var(--line);font-size:14px}
.choice p{flex:1 1 100%}
.contact input{flex:1 1 100%;min-width:0;min-height:44px;padding:8px 12px;font:inherit;font-size:16px;color:inherit;background:none;border:1px solid var(--field);border-radius:10px}
.contact input:focus{border-color:var(--text)}
.contact p:empty{display:none}
.small{color:var(--muted);font-size:13px}
.rating{text-align:center;justify-content:center}
.stars{display:flex;flex:1 1 100%;justify-content:center}
.stars label{position:relative;width:44px;height:44px;font-size:30px;line-height:44px;cursor:pointer;border-radius:10px}
.stars input{position:absolute;inset:0;margin:0;opacity:0;cursor:pointer}
.stars label:focus-within{outline:2px solid var(--text)}
.rating textarea{flex:1 1 100%;min-width:0;padding:8px 10px;font-size:16px;border:1px solid var(--field);border-radius:10px}
.rating textarea:focus{border-color:var(--text)}
.rating p:empty{display:none}
.text-button{min-height:44px;padding:0 16px;border:1px solid var(--field);font-weight:600;font-size:14px}
.text-button.primary{background:var(--accent);border-color:var(--edge);color:var(--on-accent)}
.person{display:flex;align-items:center;justify-content:center;gap:8px;min-height:44px;margin:0 12px;color:var(--muted);font-size:13px;font-weight:600}
.person .icon{width:17px;height:17px}
.person:hover{color:var(--text);background:var(--bubble)}
form{display:flex;align-items:flex-end;gap:6px;margin:4px 12px 12px;padding:3px;padding-inline-start:6px;border:1px solid var(--field);border-radius:24px}
form:focus-within{outline:2px solid var(--text);outline-offset:-1px}
.grow{display:grid;flex:1;min-width:0;max-height:140px;overflow-y:auto;scrollbar-width:thin}
.grow>*{grid-area:1/1;min-width:0;padding:10px 8px;font-size:16px;line-height:1.45;white-space:pre-wrap;overflow-wrap:anywhere}
.grow::after{content:""}
.mirror{visibility:hidden}
textarea{resize:none;border:0;background:none;outline:0;overflow:hidden;box-shadow:none!important}
[dir=rtl] textarea:placeholder-shown{direction:rtl}
textarea::placeholder{color:var(--muted);opacity:1}
.send{display:grid;place-items:center;width:44px;height:44px;flex:none;border-radius:50%;background:var(--accent);color:var(--on-accent);box-shadow:inset 0 0 0 1px var(--edge)}
.note{padding:0 18px;color:var(--danger);font-size:13px}
.note:empty{display:none}
@supports (text-wrap:balance){.presence,.system .content,.choice p,.link-card p{text-wrap:balance}}
@keyframes wait{from,to{visibility:hidden}}
@keyframes late{from,to{visibility:hidden;max-height:0;padding-block:0}}
@media (max-width:480px),(max-height:480px){
.panel,[data-position=left] .panel{inset:var(--sheet-top,0) 0 auto;width:auto;height:100%;height:var(--sheet-height,100%);border-radius:0;padding:env(safe-area-inset-top) env(safe-area-inset-right) 0 env(safe-area-inset-left);touch-action:pinch-zoom}
.root[data-open] .launcher{display:none}
form{margin-bottom:calc(12px + env(safe-area-inset-bottom))}}
@media (max-height:480px){
.panel{touch-action:pan-y pinch-zoom}
.header{padding-block:2px}
.grow{max-height:max(44px,30vh)}}
@media (prefers-reduced-motion:no-preference){
.panel{animation:rise .18s ease-out}
.typing i::before,.typing i::after,.typing b{animation:blink 1.2s infinite}
.typing b{animation-delay:.2s}.typing i::after{animation-delay:.4s}
.launcher{transition:transform .15s}.launcher:hover{transform:scale(1.05)}
@keyframes rise{from{opacity:0;transform:translateY(12px)}}
@keyframes blink{50%{opacity:.25}}}
@media (forced-colors:active){
.content,.launcher,.panel,.send,.badge,.news button{border:1px solid}
.header{border-bottom:1px solid}
.system .content{border:0}
.typing i::before,.typing i::after,.typing b,.presence.there::before{background:CanvasText}}
@media print{:host{display:none!important}}
`;
