/** An input in which null means the same as absent: each null field is left out. */
export function withoutNulls<Input extends object>(
  input: Input,
): { [Key in keyof Input]: Exclude<Input[Key], null> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as {
    [Key in keyof Input]: Exclude<Input[Key], null>;
  };
}
