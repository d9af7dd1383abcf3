import { contact } from '#content/contact.ts'
import { MessagePanel } from '#site/features/contact/message-panel.tsx'
import { ReplyRuler } from './reply-ruler.tsx'
import css from './write-to-us.module.css'

const { form } = contact

export function WriteToUs() {
  return (
    <section className={css.section}>
      <div className={css.inner}>
        <div className={css.words}>
          <h2>{form.title}</h2>
          <p className={css.intro}>{form.intro}</p>
          <ReplyRuler />
        </div>
        <MessagePanel />
      </div>
    </section>
  )
}
