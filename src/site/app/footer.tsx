import { navigation } from '#content/navigation.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { deferPart } from '#site/lib/lazy-part.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './footer.module.css'
import { DocumentLinks, Wordmark } from './page-frame.tsx'

const { footer } = navigation
const counting = deferPart(
  'counting',
  async () => (await import('#site/features/counting/counting.tsx')).CountingChoice,
)

export function Footer() {
  return (
    <footer className={`${layout.unprinted} ${css.footer}`}>
      <div className={`${frame.split60} ${layout.page} ${css.inner}`}>
        <div className={`${layout.top} ${css.lead}`}>
          <Wordmark />
          <p>{footer.lead}</p>
          <BookCallButton place="footer" size="small" />
        </div>
        <nav className={css.groups} aria-label={navigation.footerLabel}>
          {footer.groups.map((group) => (
            <div key={group.title}>
              <h2 className={`${layout.note} ${css.title}`}>{group.title}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.target}>
                    <ViewLink to={link.target} trigger="footer" className={css.link}>
                      {link.label}
                    </ViewLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className={`${layout.note} ${css.line}`}>
          {footer.line}
          <DocumentLinks />
        </p>
        <counting.Part />
      </div>
    </footer>
  )
}
