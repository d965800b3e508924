import { Component, createElement, type FunctionComponent } from 'preact';

/** Makes a component that is rendered again only when its properties or the signals that it reads change. */
export function memo<Props extends object>(
  render: FunctionComponent<Props>,
): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = Object.keys(next) as (keyof Props)[];
      return names.some((name) => next[name] !== this.props[name]);
    }
    override render(props: Props) {
      return createElement(render, props);
    }
  }
  return Memo as unknown as FunctionComponent<Props>; // a class can be rendered like a function
}
