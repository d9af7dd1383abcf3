import { contact } from '#content/contact.ts'
import frame from '#site/lib/frame.module.css'
import { later } from '#site/lib/lazy-part.tsx'
import layout from '#ui/layout.module.css'
import css from './contact.module.css'

const { form } = contact

/** The form sends without script too, so the page does not wait for what it does beyond that. */
export const messagePanel = later(
  'message-panel',
  async () => (await import('#site/features/contact/message-panel.tsx')).MessagePanel,
)

export function WriteToUs() {
  return (
    <section>
      <div className={`${frame.split64} ${layout.page} ${css.inner}`}>
        <div className={css.words}>
          <h2>{form.title}</h2>
          <p className={css.intro}>{form.intro}</p>
        </div>
        <messagePanel.Part />
      </div>
    </section>
  )
}
