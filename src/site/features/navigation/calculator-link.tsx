import type { MouseEvent } from 'react'
import { isPlainClick, useNavigation } from '#site/lib/navigation.ts'
import { ViewLink } from './view-link.tsx'

/** The link to the ROI calculator; screens receive its handler as a prop. */
export function CalculatorLink({ children }: { children: string }) {
  const { openRoiCalculator } = useNavigation()
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    openRoiCalculator()
  }
  return (
    <ViewLink to="roi-calculator" onClick={open}>
      {children}
    </ViewLink>
  )
}
