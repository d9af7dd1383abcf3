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

/** Opens a row beside the unchanged list. Moving between rows replaces the history entry. */
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
