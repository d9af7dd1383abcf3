import { createElement, Fragment, type ReactNode } from 'react'

/** One thing after another. They stand in a fixed order and are drawn once, so none of them needs a key. */
export const Each = <Item,>({
  of,
  children,
}: {
  of: readonly Item[]
  children: (item: Item, index: number) => ReactNode
}) => createElement(Fragment, null, ...of.map(children))
