/** Over the page, after the sentence of its failure: words about a form that was left while it was being sent. */
export const missedFailure = {
  text: 'What you typed is still in the form.',
  back: 'Back to the form',
  dismiss: 'Dismiss',
} as const
