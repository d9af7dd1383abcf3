import { fact, link, mailLink, type SiteDocument, text } from './document-parts.ts'
import { legalEntity } from './legal-entity.ts'
import { words } from './words.ts'

const row = (name: keyof typeof legalEntity) => ({ label: legalEntity[name].label, value: [fact(name)] })

export const imprint: SiteDocument = words('imprint', {
  title: 'Imprint',
  description: 'The company responsible for the {provider} site, and how to reach it.',
  lede: 'The company responsible for the {provider} site.',
  changed: '2026-11-29',
  sections: [
    {
      id: 'company',
      title: 'Company',
      blocks: [
        {
          type: 'facts',
          rows: [row('name'), row('address'), row('representative'), row('register'), row('vat'), row('editor')],
        },
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        {
          type: 'facts',
          rows: [{ label: 'Email', value: [mailLink()] }, row('phone')],
        },
        text(['To report a vulnerability in this site, see ', link('security.txt', '/.well-known/security.txt'), '.']),
      ],
    },
  ],
})
