import type { ReactNode } from 'react'
import { Blank } from '#ui/blank.tsx'
import { Button } from '#ui/button.tsx'

interface NothingHereProps {
  name: string
  firstRun: ReactNode
  /** There are rows, but not on this page. */
  isLastPage: boolean
  canClear: boolean
  onClear: () => void
  onFirstPage: () => void
}

/** Why the list is empty, and the button that leads back to rows. */
export function NothingHere(props: NothingHereProps) {
  const { name, firstRun, isLastPage, canClear, onClear, onFirstPage } = props
  if (firstRun) return firstRun
  if (isLastPage) {
    return (
      <Blank title="This page is empty" text={`The ${name} fit on fewer pages by now.`}>
        <Button onClick={onFirstPage}>To the first page</Button>
      </Blank>
    )
  }
  if (!canClear) {
    return <Blank title={`No ${name}`} text="What is suspected to be spam has a list of its own, above." />
  }
  return (
    <Blank title="Nothing found" text={`None of the ${name} fits what you search and filter by.`}>
      <Button onClick={onClear}>Clear search and filters</Button>
    </Blank>
  )
}
