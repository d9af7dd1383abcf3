import './brand.ts'
import './claims.ts'
import { registerTexts } from './tree.ts'

/**
 * Adds texts to the tree (see `tree.ts`). The texts can contain the names of claims and of facts about the provider in
 * braces: `{answerWithin}`, `{provider}`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Texts extends object>(name: string, texts: Texts): Texts {
  return registerTexts(name, texts)
}
