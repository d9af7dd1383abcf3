import type { MouseEvent } from 'react'
import { useNavigation } from '#site/lib/navigation.ts'
import { isPlainClick, ViewLink } from './view-link.tsx'

/** The way to the ROI calculator, by the handler that screens are given for it. */
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
