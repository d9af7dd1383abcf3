import { createElement, Fragment, type ReactNode } from 'react'

/** Renders a list whose order is fixed and that is rendered once, so its items need no keys. */
export const Each = <Item,>({
  of,
  children,
}: {
  of: readonly Item[]
  children: (item: Item, index: number) => ReactNode
}) => createElement(Fragment, null, ...of.map(children))
