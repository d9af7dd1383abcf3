/** The bar on every page of a preview. */
export const previewWords = {
  text: 'This is a preview. Visitors still see the published site.',
  end: 'Leave the preview',
} as const
