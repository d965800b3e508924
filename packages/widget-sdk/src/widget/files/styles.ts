/** Rules that are added to the widget's style sheet once the code for files is loaded. */
export const FILE_STYLES = `
.clip{display:grid;margin-inline-start:-3px;place-items:center;width:44px;height:44px;border-radius:50%;color:var(--muted)}
.clip:hover{color:var(--text);background:var(--bubble)}
.tray{flex:none;max-height:40%;overflow-y:auto;padding:6px 16px 2px;border-top:1px solid var(--line);scrollbar-width:thin}
.tray ul{margin:0;padding:0;list-style:none}
.tray .note{padding:0}
.tray li{display:flex;align-items:center;gap:10px;min-height:48px}
.tray li>span:nth-child(2){flex:1;min-width:0}
.thumb{display:grid;place-items:center;flex:none;width:40px;height:40px;border-radius:8px;background:var(--bubble);overflow:hidden}
.thumb canvas,.picture canvas{width:100%;height:100%;object-fit:cover}
.name,.kind{display:block;overflow:hidden;text-overflow:ellipsis}
.name{white-space:nowrap;font-size:14px}
.kind{color:var(--muted);font-size:12px}
.tray .failed .kind,.infected .kind{color:var(--danger)}
progress{display:block;width:100%;height:6px;margin-top:3px;accent-color:var(--accent)}
.tray .tool{margin-inline-start:-8px;color:var(--muted)}
.tray .tool .icon{width:18px;height:18px}
.files{display:flex;flex-direction:column;gap:6px;align-items:flex-start}
.visitor .files{align-items:flex-end}
.content:not([hidden])+.files:not([hidden]){margin-top:4px}
.picture{position:relative;display:block;border-radius:14px;background:var(--bubble);overflow:hidden;box-shadow:0 0 0 1px var(--line)}
.picture svg{display:block;max-width:100%}
.picture canvas{position:absolute;inset:0}
.picture:disabled{opacity:1;cursor:progress}
.file{display:flex;align-items:center;gap:10px;max-width:100%;min-height:44px;padding:6px 12px;border-radius:14px;background:var(--bubble);color:var(--text);text-decoration:none;box-shadow:inset 0 0 0 1px var(--line)}
.file>span{min-width:0}
.file .icon{flex:none}
.file:not([href]) .icon:last-child{display:none}
.file[href]:hover .name{text-decoration:underline}
.panel.drop::after{content:attr(data-drop);position:absolute;inset:8px;z-index:2;display:grid;place-items:center;border:2px dashed var(--text);border-radius:12px;background:var(--surface);opacity:.92;font-weight:600;pointer-events:none}
.lightbox{position:fixed;inset:0;z-index:3;width:100%;max-width:100%;height:100%;max-height:100%;margin:0;padding:0;border:0;background:rgb(0 0 0/.96);color:#fff;color-scheme:dark}
.lightbox:not([open]){display:none}
.lightbox[open]{display:flex;flex-direction:column;align-items:center}
.lightbox .tool{align-self:flex-end;margin:env(safe-area-inset-top) 4px 0}
.lightbox :focus-visible{outline-color:#fff;box-shadow:none}
.view{flex:1;display:grid;place-items:center;width:100%;min-height:0;padding:0 12px}
.view canvas{max-width:100%;max-height:100%;min-height:0;object-fit:contain}
.foot{max-width:100%;padding:10px 12px calc(10px + env(safe-area-inset-bottom))}
.foot .file{background:none;color:#fff;box-shadow:inset 0 0 0 1px rgb(255 255 255/.4)}
.foot .kind{color:#ddd}
@media (forced-colors:active){.picture,.file,.thumb{border:1px solid}.lightbox{border:1px solid;background:Canvas;color:CanvasText}}
`;
