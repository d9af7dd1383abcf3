import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { sitePaths } from '#shared/contract/site-checks.ts'
import layout from '#ui/layout.module.css'
import { SiteField } from './field.tsx'
import { identityLabels, legalLabels, linkLabels } from './labels.ts'
import css from './site.module.css'
import type { SiteDraft } from './texts.ts'

const hints: Readonly<Record<string, string>> = {
  'brand.shortName': 'Below the icon on a home screen, at most twelve characters. If empty, the provider’s name.',
  [sitePaths.mailbox]: 'Visitors see this address on the contact page and in error messages.',
}

/** The provider's name, mailbox, links and legal facts. */
export function Identity({ draft }: { draft: SiteDraft }) {
  const { sender } = draft.state
  const names = Object.entries(identityLabels).filter(([path]) => !(sender && path === sitePaths.senderName))
  return (
    <div className={pieces.sections}>
      <Section title="Name and mailbox" text="{provider} and {mailbox} stand for these values in every text.">
        <div className={`${layout.column} ${css.fields}`}>
          <SiteFields draft={draft} labels={Object.fromEntries(names)} hints={hints} />
          {sender && (
            <div className={layout.close}>
              <p className={layout.label}>{identityLabels[sitePaths.senderName]}</p>
              <p className={layout.anywhere}>{sender}</p>
              <p className={layout.note}>The operator set this sender in the server’s settings (MAIL_FROM).</p>
            </div>
          )}
        </div>
      </Section>
      <Section
        title="Links"
        text="Channels in the footer and on the contact page. A link without an address does nothing."
      >
        <div className={`${layout.column} ${css.fields}`}>
          <SiteFields draft={draft} labels={linkLabels} />
        </div>
      </Section>
      <Section
        title="Legal facts"
        text="The imprint, the privacy notice and the terms contain these facts. Have a lawyer review the documents."
      >
        <div className={`${layout.column} ${css.fields}`}>
          <SiteFields draft={draft} labels={legalLabels} />
        </div>
      </Section>
    </div>
  )
}

interface SiteFieldsProps {
  draft: SiteDraft
  /** The labels by path. */
  labels: Readonly<Record<string, string>>
  hints?: Readonly<Record<string, string>>
}

/** A field for each of the paths that the site has. */
export const SiteFields = ({ draft, labels, hints = {} }: SiteFieldsProps) =>
  Object.entries(labels).map(([path, label]) => {
    const text = draft.texts.get(path)
    return text && <SiteField key={path} draft={draft} text={text} label={label} hint={hints[path]} />
  })
