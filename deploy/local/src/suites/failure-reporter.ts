import { DefaultReporter, VerboseReporter } from '@jest/reporters';
import { shortened } from './short-failures.ts';

/** The reporter that jest would choose, with shorter failure messages. Jest requires a default export. */
function createFailureReporter(...options: ConstructorParameters<typeof DefaultReporter>): DefaultReporter {
  const [{ verbose }] = options;
  const reporter = verbose ? new VerboseReporter(...options) : new DefaultReporter(...options);
  const report = reporter.onTestResult.bind(reporter);
  reporter.onTestResult = (test, result, aggregated) => {
    if (result.failureMessage) result.failureMessage = shortened(result.failureMessage);
    report(test, result, aggregated);
  };
  return reporter;
}

export default createFailureReporter;
