/** Shown above the page, after the sentence of the failure: about a form that the visitor left while it was being sent. */
export const missedFailure = {
  text: 'What you typed is still in the form.',
  back: 'Back to the form',
  dismiss: 'Dismiss',
} as const
