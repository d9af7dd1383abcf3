import { revenueText, summaryText } from '#content/roi-formula.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import { useCalculator } from './use-calculator.ts'

const { book } = roiPaper
const loadForm = () => import('#site/features/booking/booking-request.ts')

/** Without its part the form opens empty, as from everywhere else. */
const fillIn = (...numbers: Parameters<Awaited<ReturnType<typeof loadForm>>['prefill']>) =>
  loadForm().then(
    (form) => form.prefill(...numbers),
    () => {},
  )

/** Opens the booking form with the summary in its message, and says beforehand what goes with it. */
export function BookWithNumbers() {
  const { sound } = useCalculator()
  const revenue = revenueText(sound)
  return (
    <div className={`${layout.left} ${frame.below}`}>
      <BookCallButton
        place="roi-calculator"
        onPress={() => void fillIn({ message: summaryText(sound), monthly_revenue: revenue })}
      />
      <p className={layout.fine}>
        {book.note} {revenue && book.revenue(revenue)}
      </p>
    </div>
  )
}
