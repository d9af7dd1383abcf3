import { useState } from 'react'
import { summaryText } from '#content/roi-formula.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { viewHref } from '#site/lib/navigation.tsx'
import { track } from '#site/lib/track.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './paper.module.css'
import { toFragment } from './state.ts'
import { useCalculator, useHydrated } from './use-calculator.ts'

const { summary } = roiPaper
export const sheetId = 'roi-sheet'

/** Print, copy, link, and the device's own way of sharing where it has one. */
export function SummaryActions() {
  const calculator = useCalculator()
  const hydrated = useHydrated()
  const [said, say] = useState('')
  const [link, setLink] = useState<string | null>(null)
  const address = () => new URL(viewHref('roi-calculator') + toFragment(calculator), location.href).href
  const done = (name: string, words: string) => {
    track('custom_event', { name })
    setLink(null)
    say(words)
  }

  const printSheet = () => {
    track('custom_event', { name: 'calculator_printed' })
    print()
  }
  const copyText = async () => {
    if (await copy(summaryText(calculator.sound))) return done('calculator_copied', summary.copied)
    const sheet = document.getElementById(sheetId)
    if (sheet) getSelection()?.selectAllChildren(sheet)
    say(summary.blocked)
  }
  const copyLink = async () => {
    if (await copy(address())) return done('calculator_link_copied', summary.linkCopied)
    setLink(address())
    say(summary.linkBlocked)
  }
  const share = async () => {
    try {
      await navigator.share({ title: document.title, text: summaryText(calculator.sound), url: address() })
      done('calculator_shared', '')
    } catch {
      // The visitor closed the sheet, which is an answer too.
    }
  }

  return (
    <div className={`${layout.row} ${css.actions}`}>
      <Button size="small" onClick={printSheet}>
        {summary.print}
      </Button>
      <Button size="small" onClick={() => void copyText()}>
        {summary.copy}
      </Button>
      <Button size="small" onClick={() => void copyLink()}>
        {summary.link}
      </Button>
      {hydrated && 'share' in navigator && (
        <Button size="small" onClick={() => void share()}>
          {summary.share}
        </Button>
      )}
      <p className={`${layout.fine} ${css.said}`} role="status">
        {said} {link && <a href={link}>{link}</a>}
      </p>
    </div>
  )
}

/** False where the browser refuses: without https, without permission, without the page in front. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
