import { contact } from '#content/contact.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './contact.module.css'

const { faqs } = contact

export function Faqs() {
  return (
    <section className={`${frame.split60} ${layout.page} ${css.section}`}>
      <h2>{faqs.title}</h2>
      <div className={layout.ruled}>
        {faqs.items.map((item) => (
          <details key={item.question} className={css.item}>
            <summary className={`${layout.column} ${css.question}`}>{item.question}</summary>
            <p className={css.answer}>{item.answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
