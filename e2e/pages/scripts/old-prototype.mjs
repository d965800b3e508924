// Prototype.js 1.6 replaces the browser's own functions. Neither npm nor Debian has a copy, so this script replaces the
// same ones in the same way.

const $A = (iterable) => {
  if (!iterable) return [];
  if (iterable.toArray) return iterable.toArray();
  let length = iterable.length || 0;
  const results = Array(length);
  while (length--) results[length] = iterable[length];
  return results;
};
const toJSON = (value) => {
  if (value === undefined || typeof value === 'function') return undefined;
  if (value === null) return 'null';
  if (value.toJSON) return value.toJSON();
  if (typeof value === 'boolean') return value.toString();
  if (value.ownerDocument === document) return undefined;
  const results = Object.keys(value).map((key) => [key, toJSON(value[key])]);
  const known = results.filter(([, json]) => json !== undefined);
  return `{${known.map(([key, json]) => `${key.toJSON()}: ${json}`).join(', ')}}`;
};
const two = (number) => String(number).padStart(2, '0');

const Enumerable = {
  each(iterator, context) {
    for (let at = 0; at < this.length; at += 1) iterator.call(context, this[at], at);
    return this;
  },
  every(iterator, context) {
    let result = true;
    this.each((value, index) => (result = result && !!iterator.call(context, value, index)));
    return result;
  },
  some(iterator, context) {
    let result = false;
    this.each((value, index) => (result = result || !!iterator.call(context, value, index)));
    return result;
  },
  map(iterator, context) {
    const results = [];
    this.each((value, index) => results.push(iterator.call(context, value, index)));
    return results;
  },
  find(iterator, context) {
    for (let at = 0; at < this.length; at += 1)
      if (iterator.call(context, this[at], at)) return this[at];
    return undefined;
  },
  filter(iterator, context) {
    const results = [];
    this.each((value, index) => iterator.call(context, value, index) && results.push(value));
    return results;
  },
  include(object) {
    return this.indexOf(object) !== -1;
  },
  toArray() {
    return this.map((value) => value);
  },
};

const reverse = Array.prototype.reverse;
Object.assign(Array.prototype, Enumerable, {
  entries: Enumerable.toArray,
  clear() {
    this.length = 0;
    return this;
  },
  first() {
    return this[0];
  },
  last() {
    return this[this.length - 1];
  },
  flatten() {
    return this.flat(Infinity);
  },
  reverse(inline) {
    return reverse.call(inline === false ? this.toArray() : this);
  },
  reduce() {
    return this.length > 1 ? this : this[0];
  },
  clone() {
    return [].concat(this);
  },
  toJSON() {
    const results = [];
    this.each((object) => {
      const value = toJSON(object);
      if (value !== undefined) results.push(value);
    });
    return `[${results.join(', ')}]`;
  },
});
Array.from = $A;

Object.assign(Object, {
  extend: Object.assign,
  toJSON,
  keys(object) {
    const keys = [];
    for (const property in object) keys.push(property);
    return keys;
  },
  values(object) {
    const values = [];
    for (const property in object) values.push(object[property]);
    return values;
  },
});

Object.assign(String.prototype, {
  startsWith(pattern) {
    return this.indexOf(pattern) === 0;
  },
  endsWith(pattern) {
    const from = this.length - pattern.length;
    return from >= 0 && this.lastIndexOf(pattern) === from;
  },
  include(pattern) {
    return this.indexOf(pattern) > -1;
  },
  sub(pattern, replacement) {
    return this.replace(pattern, replacement);
  },
  toArray() {
    return this.split('');
  },
  toJSON() {
    return `"${this.replaceAll('"', '\\"')}"`;
  },
});
Number.prototype.toJSON = function () {
  return isFinite(this) ? this.toString() : 'null';
};
Date.prototype.toJSON = function () {
  const day = `${this.getUTCFullYear()}-${two(this.getUTCMonth() + 1)}-${two(this.getUTCDate())}`;
  const time = [this.getUTCHours(), this.getUTCMinutes(), this.getUTCSeconds()].map(two).join(':');
  return `"${day}T${time}Z"`;
};
Function.prototype.bind = function (object, ...early) {
  if (arguments.length < 2 && object === undefined) return this;
  const method = this;
  return function (...late) {
    return method.apply(object, [...early, ...late]);
  };
};

// Elements: the constructor has no prototype, and methods of the same name do something else.
window.Element = function (tagName, attributes) {
  const element = document.createElement(tagName);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
};
Object.assign(HTMLElement.prototype, {
  remove() {
    this.parentNode.removeChild(this);
    return this;
  },
  replace(content) {
    this.outerHTML = content;
    return this;
  },
  scrollTo() {
    const { left, top } = this.getBoundingClientRect();
    window.scrollTo(left + scrollX, top + scrollY);
    return this;
  },
  select(selector) {
    return $A(this.querySelectorAll(selector));
  },
  toggle() {
    return this[this.style.display === 'none' ? 'show' : 'hide']();
  },
  hide() {
    this.style.display = 'none';
    return this;
  },
  show() {
    this.style.display = '';
    return this;
  },
  identify() {
    return (this.id ||= `anonymous_element_${Math.random()}`);
  },
});
document.getElementsByClassName = (name) => $A(document.querySelectorAll(`.${name}`));
