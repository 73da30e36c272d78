#!/usr/bin/env python3
"""Checks the recipes for schedulers against the schemas of those who read them.

Kubernetes' own OpenAPI schemas come with the package kubernetes-validate, AWS Batch's service model
with botocore. Shell recipes are checked by the shell. Nothing is sent anywhere.
"""

import json
import subprocess

import harness
from harness import check, say

ENGINES = harness.ROOT / "Pipelines" / "engines"


def kubernetes() -> None:
    import kubernetes_validate
    import yaml

    for document in yaml.safe_load_all((ENGINES / "kubernetes.yaml").read_text()):
        version = kubernetes_validate.validate(document, "1.31", strict=True)
        spec = document["spec"]
        container = spec["template"]["spec"]["containers"][0]
        shards = next(v["value"] for v in container["env"] if v["name"] == "ALMANAC_SHARDS")
        check(int(shards) == spec["completions"], "ALMANAC_SHARDS is not completions")
        rules = spec["podFailurePolicy"]["rules"]
        exits = [rule["onExitCodes"] for rule in rules if "onExitCodes" in rule]
        names = [rule["containerName"] for rule in exits]
        check(names == [container["name"]], "podFailurePolicy names another container")
        codes = set(exits[0]["values"])
        check(75 not in codes and {65, 78} <= codes, "75 is to be tried again, 65 and 78 are not")
        say(f"kubernetes.yaml is a good {document['kind']} ({version or '1.31'})")


def batch() -> None:
    import botocore.session
    from botocore.validate import ParamValidator

    model = botocore.session.get_session().get_service_model("batch")
    for name, operation in [
        ("aws-batch-job-definition.json", "RegisterJobDefinition"),
        ("aws-batch-job.json", "SubmitJob"),
    ]:
        value = json.loads((ENGINES / name).read_text())
        shape = model.operation_model(operation).input_shape
        report = ParamValidator().validate(value, shape)
        check(not report.has_errors(), f"{name}: {report.generate_report()}")
        unknown = set(value) - set(shape.members)
        check(not unknown, f"{name}: {unknown}")
        say(f"{name} is a good {operation}")


def shell() -> None:
    for path in sorted([*ENGINES.glob("*.sh"), *ENGINES.glob("*.sbatch")]):
        subprocess.run(["sh", "-n", str(path)], check=True)
        say(f"{path.name} is good sh")


def main() -> None:
    shell()
    if harness.has(modules=("botocore", "kubernetes_validate", "yaml")):
        kubernetes()
        batch()


if __name__ == "__main__":
    main()
