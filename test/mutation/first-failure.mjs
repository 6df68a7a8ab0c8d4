/** A reporter that ends the tests at the first failure, and names it: one is enough to notice a change. */
export default async function* firstFailure(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    console.error(`Failed: ${data.name}`, data.details.error);
    process.exit(1);
  }
}
