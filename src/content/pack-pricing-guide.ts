import { hoursSheet, overheadSheet } from './pack-pricing-hours.ts'
import { declineLetters, increaseLetters } from './pack-pricing-letters.ts'
import { modelsSheet, servicesSheet } from './pack-pricing-services.ts'
import { pricingText } from './pack-pricing-text.ts'
import type { Pack } from './pack-types.ts'

export const pricingGuide: Pack = {
  id: 'pricing-guide',
  title: 'Pricing and Margin Guide',
  guide: pricingText,
  documents: [increaseLetters, declineLetters],
  workbooks: [
    {
      file: 'margin-calculator',
      title: 'Margin calculator',
      sheets: [overheadSheet, hoursSheet, servicesSheet, modelsSheet],
    },
  ],
}
