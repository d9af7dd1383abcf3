import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface RowLinkProps {
  item: string
  children: ReactNode
  className?: string | undefined
  tabIndex?: number
  'aria-current'?: 'true' | undefined
  'data-row'?: string
  onFocus?: () => void
  onBlur?: () => void
}

/** Opens a row beside the list as it is. From one to the next is no step of its own in the browser's history. */
export function RowLink({ item, ...rest }: RowLinkProps) {
  const { item: open } = useSearch({ strict: false })
  return (
    <Link
      {...rest}
      to="."
      search={(now) => ({ ...now, item })}
      replace={open !== undefined}
      resetScroll={false}
    />
  )
}
