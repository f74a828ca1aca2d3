// Flat colour; what is on the far side of the sphere fades into the ground.
uniform vec3 ground;
uniform float far_side;
in vec4 col;
in float near_side;
in float dash;
out vec4 outColor;

void main() {
    if (fract(dash) > 0.55) discard;
    float left = mix(far_side, 1.0, smoothstep(-0.12, 0.12, near_side));
    outColor = vec4(mix(ground, col.rgb, left), 1.0);
}
