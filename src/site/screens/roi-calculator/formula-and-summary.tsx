import { useState } from 'react'
import { formulaLines, revenueText, summaryGroups, summaryText } from '#content/roi-formula.ts'
import { resultSentences } from '#content/roi-lines.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { formatFullDay, formatWallClock, hourCycleOf } from '#shared/lib/local-time.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { viewHref } from '#site/lib/navigation.tsx'
import { useNow } from '#site/lib/timing.ts'
import { track } from '#site/lib/track.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './formula-and-summary.module.css'
import { toFragment, useCalculator } from './state.ts'

/** The formula, its limits and the summary sheet. */
export function FormulaAndSummary() {
  return (
    <>
      <Formula />
      <Limits />
      <Summary />
    </>
  )
}

const { formula, limits, summary, book } = roiPaper

/** Each step of the calculation: its name, terms and result. */
function Formula() {
  const lines = formulaLines(useCalculator().sound)
  return (
    <section className={`${frame.split64} ${layout.page} ${css.formulaSection}`}>
      <div className={`${layout.top} ${css.formulaHead}`}>
        <h2>{formula.title}</h2>
        <p className={`${layout.soft} ${css.text}`}>{formula.text}</p>
      </div>
      <dl className={`${layout.ruled} ${css.lines}`}>
        {lines.map(({ id, label, terms, sign, result, weight }) => (
          <div key={id} className={`${frame.split40} ${frame.entry} ${css.line}`} data-weight={weight}>
            <dt className={css.label}>{label}</dt>
            <dd className={`${layout.soft} ${css.terms}`}>{terms}</dd>
            <dd className={css.result}>
              <span>{sign}</span> <strong>{result}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Limits() {
  return (
    <section className={`${frame.split64} ${layout.page} ${css.limitsSection}`}>
      <h2 className={css.limitsTitle}>{limits.title}</h2>
      <ul className={`${frame.split40} ${css.items}`}>
        {limits.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

const longDay = (date: Date) => formatFullDay(formatWallClock(date), hourCycleOf())

/** The summary sheet and the ways to save it. The printed sheet also contains the result, the chart and the formula. */
function Summary() {
  const { sound } = useCalculator()
  const now = useNow()
  return (
    <section className={`${frame.split64} ${layout.page} ${css.summarySection}`}>
      <div className={`${layout.stack} ${layout.unprinted} ${layout.scripted} ${css.summaryHead}`}>
        <h2>{summary.title}</h2>
        <p>{summary.text}</p>
        <SummaryActions isHydrated={now !== null} />
        <BookWithNumbers />
      </div>
      <div className={`${frame.split40} ${frame.sheet} ${css.sheet}`} id={sheetId}>
        <h3 className={css.summaryTitle}>{summary.heading}</h3>
        {now && <p className={css.printed}>{summary.printed(longDay(now))}</p>}
        <p className={css.answer}>{resultSentences(sound).join(' ')}</p>
        {summaryGroups(sound).map(({ id, title, rows }) => (
          <div key={id}>
            <h4 className={css.group}>{title}</h4>
            <dl>
              {rows.map(({ field, label, value, origin }) => (
                <div key={field} className={`${layout.ends} ${css.row}`}>
                  <dt>
                    {label}
                    {origin && <span className={`${layout.note} ${css.origin}`}> ({origin})</span>}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}

const sheetId = 'roi-sheet'

function SummaryActions({ isHydrated }: { isHydrated: boolean }) {
  const calculator = useCalculator()
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
      // The visitor closed the share sheet.
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
      {isHydrated && 'share' in navigator && (
        <Button size="small" onClick={() => void share()}>
          {summary.share}
        </Button>
      )}
      <p className={`${layout.fine} ${css.said}`} role="status">
        <span>{said}</span> {link && <a href={link}>{link}</a>}
      </p>
    </div>
  )
}

/** Returns false if the browser refuses access to the clipboard, for example without HTTPS, permission or focus. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

const loadForm = () => import('#site/features/booking/booking-request.ts')

/** If the module fails to load, the booking form opens empty. */
const prefillBooking = (...numbers: Parameters<Awaited<ReturnType<typeof loadForm>>['prefill']>) =>
  loadForm().then(
    (form) => form.prefill(...numbers),
    () => {},
  )

/**
 * Opens the booking form with the summary in its message; a note next to the button says beforehand what will be sent.
 */
function BookWithNumbers() {
  const { sound } = useCalculator()
  const revenue = revenueText(sound)
  return (
    <div className={`${layout.left} ${frame.below}`}>
      <BookCallButton
        place="roi-calculator"
        onPress={() => void prefillBooking({ message: summaryText(sound), monthly_revenue: revenue })}
      />
      <p className={layout.fine}>{[book.note, revenue && book.revenue(revenue)].join(' ')}</p>
    </div>
  )
}
