import { Component, createElement, type FunctionComponent } from 'preact';

/** The component, drawn again only for other properties or what it reads of signals. */
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
