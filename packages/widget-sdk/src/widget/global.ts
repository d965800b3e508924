import { attempt } from '../attempt';
import './index';
import type { QueuedCall } from './queue';

/** The options of `CRS.push('init', …)`: the element's attributes in camelCase, and its texts. */
interface InitOptions extends Record<string, unknown> {
  strings?: object;
  metadata?: Record<string, unknown>;
}

/** Options that the loader read from its script tag. */
const given = window.CRS?.options ?? {};
let widget: HTMLElementTagNameMap['chat-relay-widget'] | null = null;
const HELP =
  'Give the script data-tenant and data-key, or ?tenant=…&key=… in its address, or call CRS.push("init", { tenantId, publicKey }).';
/** Calls made before `init`. */
let early: QueuedCall[] = [];

function init(options: InitOptions) {
  if (widget?.isConnected) return;
  const { strings = {}, metadata, ...attributes } = { ...given, ...options };
  const missing = ['baseUrl', 'tenantId', 'publicKey'].filter((name) => !attributes[name]);
  if (missing.length > 0)
    return console.error(`chat-relay: ${missing.join(', ')} missing. ${HELP}`);
  widget = document.createElement('chat-relay-widget');
  widget.metadata = metadata;
  widget.strings = strings;
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    widget.setAttribute(attribute, String(value));
  }
  // The body is no place for it: pages transform, filter and replace the body, with fixed elements in it.
  document.documentElement.append(widget);
  for (const call of early.splice(0)) run(call);
}

/** Makes a call. An exception in it is reported and stops no other call. */
function run(call: QueuedCall) {
  attempt(() => make(call));
}

function make([name, ...args]: QueuedCall) {
  if (name === 'init') return init((args[0] ?? {}) as InitOptions); // the page's options
  if (!widget) return void early.push([name, ...args]);
  const method: unknown = Reflect.get(widget, name);
  if (typeof method !== 'function') return console.warn(`chat-relay: no call named ${name}`);
  // The page gets no result of a call; the widget shows errors itself.
  Promise.resolve(Reflect.apply(method, widget, args)).catch(() => undefined);
}

const waiting = [...(window.CRS?.q ?? [])];
window.CRS = { isLoading: true, push: (...call) => run(call) };
for (const call of waiting) run([...call] as unknown as QueuedCall); // `arguments`, perhaps
if (!waiting.some(([name]) => name === 'init')) console.warn(`chat-relay: no tenant yet. ${HELP}`);
