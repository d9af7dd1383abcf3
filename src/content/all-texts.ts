import * as about from './about.ts'
import * as accountLetters from './account-letters.ts'
import * as accountPages from './account-pages.ts'
import * as availableTimes from './available-times.ts'
import * as booking from './booking.ts'
import * as bookingAnswers from './booking-answers.ts'
import * as bookingReceipt from './booking-receipt.ts'
import * as brand from './brand.ts'
import * as callFeed from './call-feed.ts'
import * as callLetters from './call-letters.ts'
import * as caseStudy from './case.ts'
import * as claims from './claims.ts'
import * as contact from './contact.ts'
import * as counting from './counting.ts'
import * as countries from './countries.ts'
import * as deliveryFrameworks from './delivery-frameworks.ts'
import * as descriptions from './descriptions.ts'
import * as documentImprint from './document-imprint.ts'
import * as documentParts from './document-parts.ts'
import * as documentTerms from './document-terms.ts'
import * as documents from './documents.ts'
import * as formField from './form-field.ts'
import * as formRefusals from './form-refusals.ts'
import * as forms from './forms.ts'
import * as home from './home.ts'
import * as legalEntity from './legal-entity.ts'
import * as look from './look.ts'
import * as mailProof from './mail-proof.ts'
import * as navigation from './navigation.ts'
import * as nextSuggestions from './next-suggestions.ts'
import * as ownData from './own-data.ts'
import * as packs from './packs.ts'
import * as pageFaults from './page-faults.ts'
import * as partner360 from './partner360.ts'
import * as passwords from './passwords.ts'
import * as people from './people.ts'
import * as qaChecklists from './qa-checklists.ts'
import * as roiCalculator from './roi-calculator.ts'
import * as roiFormula from './roi-formula.ts'
import * as roiLines from './roi-lines.ts'
import * as roiPaper from './roi-paper.ts'
import * as securityContact from './security-contact.ts'
import * as services from './services.ts'
import * as strategyCall from './strategy-call.ts'
import * as successKit from './success-kit.ts'
import * as teamLetters from './team-letters.ts'
import * as views from './views.ts'
import * as visitorCall from './visitor-call.ts'
import * as zones from './zones.ts'

/**
 * All modules with texts. A bundler leaves out texts that a program does not use; this list keeps all of them, for the
 * program that lets owners edit them.
 */
export const textModules: readonly object[] = [
  passwords,
  bookingAnswers,
  countries,
  mailProof,
  pageFaults,
  roiFormula,
  roiLines,
  securityContact,
  zones,
  about,
  accountLetters,
  accountPages,
  availableTimes,
  bookingReceipt,
  booking,
  brand,
  callFeed,
  callLetters,
  caseStudy,
  claims,
  contact,
  counting,
  deliveryFrameworks,
  descriptions,
  documentImprint,
  documentParts,
  documentTerms,
  documents,
  formField,
  formRefusals,
  forms,
  home,
  legalEntity,
  look,
  navigation,
  nextSuggestions,
  ownData,
  packs,
  partner360,
  people,
  qaChecklists,
  roiCalculator,
  roiPaper,
  services,
  strategyCall,
  successKit,
  teamLetters,
  views,
  visitorCall,
]
