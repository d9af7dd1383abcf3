/** €1,200 or €1,200.50; the code of a currency that has no sign. */
export const money = (value: number, currency: string): string =>
  value.toLocaleString('en-GB', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
