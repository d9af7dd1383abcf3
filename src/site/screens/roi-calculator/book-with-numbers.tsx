import { roiCalculator } from '#content/roi-calculator.ts'
import { revenueText, summaryText } from '#content/roi-lines.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { prefill } from '#site/features/booking/state.ts'
import css from './book-with-numbers.module.css'
import { useCalculator } from './use-calculator.ts'

const { book } = roiCalculator

/** Opens the booking form with the summary in its message, and says beforehand what goes with it. */
export function BookWithNumbers() {
  const { sound } = useCalculator()
  const revenue = revenueText(sound)
  return (
    <div className={css.book}>
      <BookCallButton
        place="roi-calculator"
        onPress={() => prefill({ message: summaryText(sound), monthly_revenue: revenue })}
      >
        {book.label}
      </BookCallButton>
      <p className={css.note}>
        {book.note} {revenue && book.revenue(revenue)}
      </p>
    </div>
  )
}
