"""Checks the recipes for schedulers against the schemas of those who read them.

    python3 Tests/Acceptance/test_engines.py

Kubernetes' own OpenAPI schemas come with the package kubernetes-validate, AWS Batch's service model with botocore; both
are installed into a virtual environment under .build. Shell recipes are checked by the shell. Nothing is sent anywhere.
"""

import json
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ROOT / "Pipelines" / "engines"
TOOLS = ROOT / ".build" / "engines"
PACKAGES = ["kubernetes-validate==1.34.1", "botocore==1.44.5", "PyYAML"]


def tools() -> None:
    """Goes on in the environment that has the schemas, made if it is not there."""
    python = TOOLS / "bin" / "python"
    if pathlib.Path(sys.prefix) == TOOLS:
        return
    if not python.exists():
        venv.create(TOOLS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    sys.exit(subprocess.run([python, __file__]).returncode)


def kubernetes() -> None:
    import kubernetes_validate
    import yaml

    for document in yaml.safe_load_all((ENGINES / "kubernetes.yaml").read_text()):
        version = kubernetes_validate.validate(document, "1.31", strict=True)
        spec = document["spec"]
        container = spec["template"]["spec"]["containers"][0]
        shards = next(v["value"] for v in container["env"] if v["name"] == "ALMANAC_SHARDS")
        assert int(shards) == spec["completions"], "ALMANAC_SHARDS is not completions"
        names = [r["onExitCodes"]["containerName"] for r in spec["podFailurePolicy"]["rules"] if "onExitCodes" in r]
        assert names == [container["name"]], "podFailurePolicy names another container"
        codes = [r["onExitCodes"]["values"] for r in spec["podFailurePolicy"]["rules"] if "onExitCodes" in r][0]
        assert 75 not in codes and {65, 78} <= set(codes), "75 is to be tried again, 65 and 78 are not"
        print(f"test-engines: kubernetes.yaml is a good {document['kind']} ({version or '1.31'})")


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
        assert not report.has_errors(), f"{name}: {report.generate_report()}"
        unknown = set(value) - set(shape.members)
        assert not unknown, f"{name}: {unknown}"
        print(f"test-engines: {name} is a good {operation}")


def shell() -> None:
    for path in sorted([*ENGINES.glob("*.sh"), *ENGINES.glob("*.sbatch")]):
        subprocess.run(["sh", "-n", str(path)], check=True)
        print(f"test-engines: {path.name} is good sh")


tools()
kubernetes()
batch()
shell()
