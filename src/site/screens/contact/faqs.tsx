import { contact } from '#content/contact.ts'
import css from './faqs.module.css'

const { faqs } = contact

export function Faqs() {
  return (
    <section className={css.section}>
      <h2>{faqs.title}</h2>
      <div className={css.list}>
        {faqs.items.map((item) => (
          <details key={item.question} className={css.item}>
            <summary className={css.question}>{item.question}</summary>
            <p className={css.answer}>{item.answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
